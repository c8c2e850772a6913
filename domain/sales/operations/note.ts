/** Maximum length of an internal note. */
export const MAX_NOTE_LENGTH = 1_000
