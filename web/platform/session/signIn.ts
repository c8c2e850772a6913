import { sessionSignIn } from '#contract/access/session'
import { isApiFailure } from '../api/apiFailure.ts'
import { call } from '../api/call.ts'
import { writeRenewal } from '../api/renewal.ts'
import { deviceMs } from '../api/serverClock.ts'
import { writeSession } from '../api/sessionCookie.ts'
import { t } from '../i18n/t.ts'
import type { FactorWay } from './FactorFields.tsx'

/** Signs in with an address, its password and a code when one is required, and stores the session. Rejects like `call`. */
export async function signIn(email: string, password: string, code?: string): Promise<void> {
  const pair = await call(sessionSignIn, { body: { email, password, ...(code !== undefined && { code }) }, mode: 'live' })
  writeSession(pair)
  writeRenewal(pair.expiresIn)
}

export type SignInProblems = { email?: string; password?: string; form?: string }

/** Why a sign-in failed. `factors`: the password is right, and a second factor is missing. `waitUntil`: no attempt before, on this device’s clock. */
export type SignInFailure = { problems: SignInProblems; factors?: ReadonlySet<FactorWay>; waitUntil?: number }

/** Signs in with an address and its password. Null when it has signed in. */
export async function attemptSignIn(email: string, password: string): Promise<SignInFailure | null> {
  try {
    await signIn(email, password)
    return null
  } catch (error) {
    const problems = problemsOf(error)
    if (!isApiFailure(error)) return { problems }
    const { type, fields, retryAfterSeconds } = error
    if (type === 'SecondFactorRequired') return { problems, factors: new Set([...fields.keys()] as FactorWay[]) } // the field names are the factors
    return retryAfterSeconds === null ? { problems } : { problems, waitUntil: deviceMs() + retryAfterSeconds * 1_000 }
  }
}

function problemsOf(error: unknown): SignInProblems {
  if (!isApiFailure(error)) return { form: t('session.error.unforeseen') }
  const { type, message, status, fields } = error
  if (type === 'NoConnection' || type === 'Timeout') return { form: t('session.error.noConnection') }
  if (status === 503) return { form: t('errors.Maintenance') }
  if (type === 'UnauthorizedException') return { password: message }
  if (fields.size > 0) return { ...own(fields.get('email')?.message, 'email'), ...own(fields.get('password')?.message, 'password') }
  return { form: type === 'Unreadable' ? t('session.error.unforeseen') : message }
}

const own = (message: string | undefined, name: 'email' | 'password'): SignInProblems => (message === undefined ? {} : { [name]: message })
