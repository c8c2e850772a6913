import { decisionFallbacks, type DecisionFallback } from '#domain/sales/operations/decision'
import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of credit decisions: default and description. */
export const decisionSettings = {
  DECISION_URL: ['', 'Engine that decides on live sales instead of the rules, by signed JSON POST (docs/decision.md); default the rules'],
  DECISION_SECRET: ['', 'Signs requests to DECISION_URL and its answers: whsec_ and at least 24 random bytes in base64'],
  DECISION_FALLBACK: ['rules', 'What decides when the engine does not answer, or nobody does in time: rules, review or refuse'],
  DECISION_HOURS: ['24', 'How long a decision may wait for a person or for the engine, 1 to 72 hours'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type DecisionConfig = {
  /** Null: the rules decide. */
  engine: { url: string; secret: string } | null
  fallback: DecisionFallback
  hours: number
}

/** Reads the settings of decisions. Throws a one-line ConfigProblem. */
export function decisionOf(read: (name: keyof typeof decisionSettings) => string): DecisionConfig {
  const [url, secret, hours] = [read('DECISION_URL'), read('DECISION_SECRET'), read('DECISION_HOURS')]
  if (url !== '' && !['http:', 'https:'].includes(URL.parse(url)?.protocol ?? ''))
    throw new ConfigProblem('DECISION_URL is not an address that starts with http:// or https://.')
  if (url !== '' && !isSigningSecret(secret))
    throw new ConfigProblem('DECISION_SECRET is not whsec_ and at least 24 random bytes in base64.')
  const fallback = decisionFallbacks.find((one) => one === read('DECISION_FALLBACK'))
  if (!fallback) throw new ConfigProblem(`DECISION_FALLBACK="${read('DECISION_FALLBACK')}" is not one of ${decisionFallbacks.join(', ')}.`)
  if (!/^\d{1,2}$/.test(hours) || Number(hours) < 1 || Number(hours) > 72)
    throw new ConfigProblem(`DECISION_HOURS="${hours}" is not a whole number from 1 to 72.`)
  return { engine: url === '' ? null : { url, secret }, fallback, hours: Number(hours) }
}

const isSigningSecret = (text: string): boolean =>
  /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text.slice(6), 'base64').length >= 24
