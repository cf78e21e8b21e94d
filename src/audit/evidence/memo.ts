/** Keeps what is worked out from an object for as long as the object lives. */
export function memo<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let entry = kept.get(key);
    if (entry === undefined) {
      entry = { value: work(key) };
      kept.set(key, entry);
    }
    return entry.value;
  };
}
