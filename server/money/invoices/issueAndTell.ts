import { issue, type IssuingHouse } from './issue.ts'
import { sendLetters, type PostingHouse } from './sendLetters.ts'

/** One round of the worker: invoices of months that have ended, then their letters; the letters go also when issuing failed. */
export async function issueAndTell(house: IssuingHouse & PostingHouse): Promise<void> {
  try {
    await issue(house)
  } finally {
    await sendLetters(house)
  }
}
