import { createHmac } from 'node:crypto'
import { addDays, madridDay } from '#domain/platform/dates'
import type { Secrets } from '../../platform/config/secrets.ts'
import { secretsMatch } from '../../platform/calls/token.ts'

const codeOf = (secret: string, staffId: string, day: string): string => {
  const key = createHmac('sha256', secret).update('mail test').digest()
  const number = createHmac('sha256', key).update(`${staffId}/${day}`).digest().readUInt32BE(0) % 1_000_000
  return String(number).padStart(6, '0')
}

/** The code of a test mail to a member of staff: derived, so that nothing is stored. */
export const mailCode = (secret: string, staffId: string, now: Date): string => codeOf(secret, staffId, madridDay(now))

/** Whether it is the code of a mail of today or yesterday. */
export const isMailCode = (secrets: Secrets, staffId: string, given: string, now: Date): boolean =>
  [madridDay(now), addDays(madridDay(now), -1)].some((day) => secrets.some((secret) => secretsMatch(given, codeOf(secret, staffId, day))))
