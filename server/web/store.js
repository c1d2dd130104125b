// A value that others are told about when it changes.

/**
 * @template {object} T
 */
export class Store {
  /** @param {T} value */
  constructor(value) {
    this.value = value;
    /** @type {((value: T, before: T) => void)[]} */
    this.listeners = [];
  }

  /** @param {(value: T, before: T) => void} listener  is called at once too */
  watch(listener) {
    this.listeners.push(listener);
    listener(this.value, this.value);
  }

  /** @param {Partial<T>} change */
  change(change) {
    const before = this.value;
    this.value = { ...before, ...change };
    for (const listener of this.listeners) listener(this.value, before);
  }
}
