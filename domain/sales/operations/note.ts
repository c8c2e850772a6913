/** Maximum length of an internal note. */
export const NOTE_MOST = 1_000
