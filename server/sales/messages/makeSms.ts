import type { Config } from '../../platform/config/config.ts'
import { httpSms } from './httpSms.ts'
import { outboxSms } from './outboxSms.ts'
import type { SmsProvider } from './smsProvider.ts'

/** Text messages over SMS_URL when it is set; otherwise each is a file in the outbox and is never sent. */
export const makeSms = (config: Pick<Config, 'smsUrl' | 'smsToken' | 'dataDir'>): SmsProvider =>
  config.smsUrl === null ? outboxSms(config) : httpSms({ url: config.smsUrl, token: config.smsToken })
