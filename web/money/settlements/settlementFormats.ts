/** What a settlement can be downloaded as. */
export const settlementFormats = ['csv', 'xlsx', 'pdf', 'raw', 'json'] as const
