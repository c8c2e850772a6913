import { z } from 'zod/mini'
import { emailText, plain, properName } from '../platform/values.ts'

/** A new account with its first owner, who gets an invitation by e-mail. */
export const newAccount = {
  email: emailText,
  firstName: properName(60).check(z.minLength(1)),
  lastName: properName(80),
  type: z.enum(['enterprise', 'self_employed']),
  /** The company's name; empty for a self-employed person. */
  company: properName(120),
  website: plain(200),
}
