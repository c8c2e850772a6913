import { createHmac } from 'node:crypto'

/** What stands for a document in `bank_consents`: keyed by the installation's secret, so that a copy of the table names nobody. */
export const documentHash = (secret: string, documentNumber: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('documents').digest()).update(documentNumber.toUpperCase()).digest()
