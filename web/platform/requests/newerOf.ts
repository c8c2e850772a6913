/** What to keep of an answer and of what is known: a change that was repeated has the answer of then, and what was changed since stays. */
export const newerOf = <Row extends { revision: number }>(known: Row | undefined, answer: Row): Row =>
  known && known.revision > answer.revision ? known : answer
