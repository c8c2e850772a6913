/** DOM id of a field's control, the target of the error summary's links. */
export const fieldId = (field: string): string => `campaign-${field}`
