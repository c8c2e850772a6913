import { ConfigProblem } from '../database/configProblem.ts'
import { assertSafeUrl, type ModuleConfig, moduleOf } from './partnersConfig.ts'

/** The settings of text messages: default and description. */
export const smsSettings = {
  SMS_PROVIDER: [
    '',
    'Partner that sends text messages: http (SMS_URL), twilio, or the path of a module (docs/partners.md); default http where SMS_URL is set, else files',
  ],
  SMS_URL: ['', 'Where text messages are sent by JSON POST {to, text, id}; without it they are files in DATA_DIR/outbox'],
  SMS_TOKEN: ['', 'Bearer token for SMS_URL, which also signs its receipts (docs/partners.md)'],
  TWILIO_ACCOUNT_SID: ['', "Twilio's account, AC…; with SMS_PROVIDER=twilio"],
  TWILIO_AUTH_TOKEN: ['', 'Its authentication token, which also signs the receipts'],
  TWILIO_FROM: ['', 'The number or name that text messages come from'],
  TWILIO_URL: ['https://api.twilio.com', "Address of Twilio's API; another one of its shape, or for tests"],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** `publicUrl`: where receipts are sent to. */
export type TwilioConfig = { url: string; accountSid: string; authToken: string; from: string; publicUrl: string }
export type SmsConfig =
  | ModuleConfig
  | { name: 'files' }
  | { name: 'http'; url: string; token: string }
  | ({ name: 'twilio' } & TwilioConfig)

type Read = (name: keyof typeof smsSettings) => string

/** Reads the settings of text messages. Throws a one-line ConfigProblem, which contains no key. */
export function smsOf(read: Read, publicUrl: string): SmsConfig {
  const [url, name] = [read('SMS_URL'), read('SMS_PROVIDER')]
  if (url !== '' && !['http:', 'https:'].includes(URL.parse(url)?.protocol ?? ''))
    throw new ConfigProblem('SMS_URL is not an address that starts with http:// or https://.')
  const module = moduleOf(name)
  if (module) return module
  if (name === 'twilio') return twilioOf(read, publicUrl)
  if (name !== '' && name !== 'http')
    throw new ConfigProblem(`SMS_PROVIDER="${name}" is not one of http, twilio, or the path of a module (./…).`)
  if (name === 'http' && url === '') throw new ConfigProblem('SMS_PROVIDER=http needs SMS_URL.')
  return url === '' ? { name: 'files' } : { name: 'http', url, token: read('SMS_TOKEN') }
}

function twilioOf(read: Read, publicUrl: string): SmsConfig {
  const [accountSid, authToken, from, url] = [
    read('TWILIO_ACCOUNT_SID'),
    read('TWILIO_AUTH_TOKEN'),
    read('TWILIO_FROM'),
    read('TWILIO_URL'),
  ]
  assertSafeUrl('TWILIO_URL', url)
  if (!/^AC[0-9a-f]{32}$/.test(accountSid)) throw new ConfigProblem('TWILIO_ACCOUNT_SID is not an account of Twilio: AC and 32 digits.')
  if (authToken.length < 16) throw new ConfigProblem('TWILIO_AUTH_TOKEN is shorter than 16 characters.')
  if (!/^(?:\+\d{6,15}|[A-Za-z0-9 ]{1,11})$/.test(from))
    throw new ConfigProblem('TWILIO_FROM is neither a number, +34…, nor a name of up to 11 letters.')
  return { name: 'twilio', url, accountSid, authToken, from, publicUrl }
}
