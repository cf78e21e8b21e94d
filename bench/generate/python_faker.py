"""The same records from Python Faker, one by one; nothing is checked. Usage: python_faker.py KIND COUNT"""
import json, random, resource, sys, time
import faker

fake = faker.Faker("en_US")
random.seed(1)


def digits(length):
    return str(random.randint(10 ** (length - 1), 10**length - 1))


def address():
    return dict(
        address1=fake.street_address(),
        address2=fake.secondary_address(),
        city=fake.city(),
        country="USA",
        state=fake.state_abbr(),
        zip=fake.zipcode(),
    )


def user():
    first, last, card = fake.first_name(), fake.last_name(), "credit_card_" + digits(7)
    method = dict(source="credit_card", id=card, brand="visa", last_four=digits(4))
    return dict(
        user_id="_".join([first, last, digits(4)]).lower(),
        name=dict(first_name=first, last_name=last),
        address=address(),
        email=fake.email(),
        payment_methods={card: method},
        orders=[],
    )


def item():
    return dict(
        name=fake.word(),
        product_id=digits(10),
        item_id=digits(10),
        price=random.randint(1000, 90000) / 100,
        options=dict(color=fake.color_name(), material=fake.word()),
    )


def order(owner):
    items = [item() for _ in range(random.randint(1, 5))]
    order_id = "#W" + digits(7)
    owner["orders"].append(order_id)
    amount = round(sum(one["price"] for one in items), 2)
    method = list(owner["payment_methods"])[0]
    return dict(
        order_id=order_id,
        user_id=owner["user_id"],
        address=owner["address"],
        items=items,
        fulfillments=[dict(tracking_id=[digits(12)], item_ids=[one["item_id"] for one in items])],
        status=random.choice(["pending", "processed", "delivered", "cancelled"]),
        payment_history=[dict(transaction_type="payment", amount=amount, payment_method_id=method)],
    )


def make(kind, count):
    if kind == "user":
        for _ in range(count):
            user()
        return count
    if kind == "order":
        for number in range(count):
            if number % 1000 == 0:
                owners = [user() for _ in range(50)]
            order(owners[number % 50])
        return count
    made = 0
    while made < count:
        owner = user()
        order(owner), order(owner)
        made += 3
    return made


kind, count = sys.argv[1], int(sys.argv[2])
make(kind, 100)
start = time.process_time()
rows = make(kind, count)
seconds = time.process_time() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(json.dumps(dict(rows=rows, cpuSeconds=seconds, peakMiB=peak, says="Python Faker " + faker.VERSION)))
