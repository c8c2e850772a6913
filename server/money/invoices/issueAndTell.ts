import { issue, type IssuingServices } from './issue.ts'
import { sendInvoiceEmails, type PostingServices } from './sendInvoiceEmails.ts'

/** One round of the worker: invoices of months that have ended, then their letters; the letters go also when issuing failed. */
export async function issueAndTell(services: IssuingServices & PostingServices): Promise<void> {
  try {
    await issue(services)
  } finally {
    await sendInvoiceEmails(services)
  }
}
