import { createHmac } from 'node:crypto'
import { type Secrets, withEach } from '../../platform/config/secrets.ts'

/** Hash of a document in `bank_consents`: an HMAC with the installation's secret, so that a copy of the table identifies nobody. */
export const documentHash = (secret: string, documentNumber: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('documents').digest()).update(documentNumber.toUpperCase()).digest()

/** The same with each of the installation's secrets, for what was stored while another was the first. */
export const documentHashes = (secrets: Secrets, documentNumber: string): readonly [Buffer, ...Buffer[]] =>
  withEach(secrets, (secret) => documentHash(secret, documentNumber))
