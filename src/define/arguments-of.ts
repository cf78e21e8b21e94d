/** JSON Schema of a tool's parameters, as far as types need to know it. */
export interface ParametersSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | object;
}

type Known = {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
};

/**
 * The TypeScript type of values that a JSON Schema describes: `type`, `properties`, `required`, `items`, `enum`, `const`,
 * `anyOf` and `oneOf`. Anything else is `unknown`, so that a tool has to look before it uses the value.
 */
export type ValueOf<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends
          | { readonly anyOf: readonly (infer Branch)[] }
          | { readonly oneOf: readonly (infer Branch)[] }
      ? ValueOf<Branch>
      : Schema extends { readonly type: 'object'; readonly properties: infer Properties }
        ? ObjectOf<Properties, Schema>
        : Schema extends { readonly type: 'array'; readonly items: infer Item }
          ? ValueOf<Item>[]
          : Schema extends { readonly type: keyof Known }
            ? Known[Schema['type']]
            : Schema extends { readonly type: readonly (infer Name)[] }
              ? Name extends keyof Known
                ? Known[Name]
                : unknown
              : unknown;

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

type ObjectOf<Properties, Schema> = {
  -readonly [Name in keyof Properties as Name extends RequiredOf<Schema> ? Name : never]: ValueOf<
    Properties[Name]
  >;
} & {
  -readonly [Name in keyof Properties as Name extends RequiredOf<Schema> ? never : Name]?: ValueOf<
    Properties[Name]
  >;
};
