import { createHmac } from 'node:crypto'

/** Hash of a document in `bank_consents`: an HMAC with the installation's secret, so that a copy of the table identifies nobody. */
export const documentHash = (secret: string, documentNumber: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('documents').digest()).update(documentNumber.toUpperCase()).digest()
