/** Download formats of a settlement. */
export const settlementFormats = ['csv', 'xlsx', 'pdf', 'raw', 'json'] as const
