// Answers that were asked for lately, so that going through a game asks nothing twice.

/** @template T */
export class AnswerCache {
  /** @param {number} size  answers that are kept */
  constructor(size) {
    this.size = size;
    /** @type {Map<string, Promise<T>>} */
    this.answers = new Map();
  }

  /**
   * @param {string} key
   * @param {() => Promise<T>} ask
   * @returns {Promise<T>}
   */
  get(key, ask) {
    const kept = this.answers.get(key);
    if (kept) return kept;
    const answer = ask();
    this.answers.set(key, answer);
    answer.catch(() => this.answers.delete(key)); // it may go better the next time
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= this.size) break;
      this.answers.delete(oldest);
    }
    return answer;
  }
}
