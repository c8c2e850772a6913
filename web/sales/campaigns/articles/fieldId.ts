/** The id of a field's control, which a list of gaps leads to. */
export const fieldId = (field: string): string => `campaign-${field}`
