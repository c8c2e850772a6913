/** Characters of an internal note at most (our choice). */
export const NOTE_MOST = 1_000
