type Place = { accountId: string; merchantId: string }

/** The addresses of a shop on its merchant's page, of its operations, and of one of them. */
export const shopHref = ({ accountId, merchantId }: Place): string => `/console/merchants/${accountId}?shop=${merchantId}`
export const operationsHref = ({ accountId, merchantId }: Place): string => `/console/merchants/${accountId}/shops/${merchantId}/operations`
export const operationHref = (place: Place, operationId: string): string => `${operationsHref(place)}/${operationId}`
