/** Characters of an internal note at most. */
export const NOTE_MOST = 1_000
