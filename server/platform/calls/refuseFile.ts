import { FileRefused, InspectionBusy } from '../uploads/inspectFile.ts'
import { UploadQuota } from '../uploads/keepUpload.ts'
import { text } from './messages.ts'
import { Refusal } from './refusal.ts'

/** Says no to a file as a call does: FileNotAccepted with the reason, or TooManyRequests; anything else is thrown on. For `catch`. */
export function refuseFile(error: unknown): never {
  if (error instanceof FileRefused)
    throw new Refusal('FileNotAccepted', { values: { why: text(`errors.file.${error.problem}`, { most: String(error.mostPages) }) } })
  if (error instanceof InspectionBusy) throw new Refusal('TooManyRequests', { retryAfterSeconds: 5 })
  if (error instanceof UploadQuota) throw new Refusal('TooManyRequests', { why: 'uploads', retryAfterSeconds: 3_600 })
  throw error
}
