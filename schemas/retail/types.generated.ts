// Made by `taskwright types retail` from the table schemas. Do not edit.

export type PaymentMethod = CreditCard | Paypal | GiftCard;

/**
 * Rows by table.
 */
export interface RetailTables {
  users: User;
  products: Product;
  orders: Order;
}
/**
 * A customer with a default address, payment methods and orders.
 */
export interface User {
  /**
   * The row's key, where rows carry it.
   */
  user_id?: string;
  name: {
    first_name: string;
    last_name: string;
  };
  address: UserAddress;
  email: string;
  /**
   * Payment methods by their id.
   */
  payment_methods: {
    [k: string]: PaymentMethod;
  };
  /**
   * Ids of the user's orders.
   */
  orders: string[];
}
export interface UserAddress {
  address1: string;
  address2: string;
  city: string;
  country: string;
  state?: string;
  /**
   * What older data call the state.
   */
  province?: string;
  zip: string;
}
export interface CreditCard {
  source: 'credit_card';
  id: string;
  brand: string;
  last_four: string;
}
export interface Paypal {
  source: 'paypal';
  id: string;
}
export interface GiftCard {
  source: 'gift_card';
  id: string;
  balance: number;
}
/**
 * A type of product with its variants, the items that can be bought.
 */
export interface Product {
  name: string;
  product_id: string;
  /**
   * Variants by their item id.
   */
  variants: {
    [k: string]: Variant;
  };
}
export interface Variant {
  item_id: string;
  /**
   * What sets this variant apart: option name to value.
   */
  options: {
    color?: string;
    size?: string;
    [k: string]: string | undefined;
  };
  /**
   * Whether it can be chosen now.
   */
  available: boolean;
  price: number;
}
/**
 * What a user bought, where it goes, how it was paid for and what became of it.
 */
export interface Order {
  /**
   * Begins with #.
   */
  order_id: string;
  user_id: string;
  address: OrderAddress;
  /**
   * @minItems 1
   */
  items: [OrderItem, ...OrderItem[]];
  /**
   * Parcels sent so far.
   */
  fulfillments: Fulfillment[];
  status:
    | 'pending'
    | 'pending (item modified)'
    | 'processed'
    | 'delivered'
    | 'cancelled'
    | 'exchange requested'
    | 'return requested';
  /**
   * Payments and refunds, oldest first.
   *
   * @minItems 1
   */
  payment_history: [Payment, ...Payment[]];
  cancel_reason?: 'no longer needed' | 'ordered by mistake';
  /**
   * Items handed in for others.
   */
  exchange_items?: string[];
  /**
   * Items asked for in their place.
   */
  exchange_new_items?: string[];
  exchange_payment_method_id?: string;
  /**
   * What the new items cost more than the old ones; negative when the user gets money back.
   */
  exchange_price_difference?: number;
  /**
   * Items sent back.
   */
  return_items?: string[];
  return_payment_method_id?: string;
}
export interface OrderAddress {
  address1: string;
  address2: string;
  city: string;
  country: string;
  state?: string;
  /**
   * What older data call the state.
   */
  province?: string;
  zip: string;
}
export interface OrderItem {
  name: string;
  product_id: string;
  item_id: string;
  price: number;
  options: {
    color?: string;
    size?: string;
    [k: string]: string | undefined;
  };
}
export interface Fulfillment {
  tracking_id: string[];
  item_ids: string[];
}
export interface Payment {
  transaction_type: 'payment' | 'refund';
  amount: number;
  payment_method_id: string;
}
