import type { emailGroups } from '#contract/provider/messages'
import type { Config } from '../../platform/config/config.ts'
import type { EmailContent } from '../../platform/emails/content.ts'

type EmailGroup = (typeof emailGroups)[number]

/** An e-mail as it would be written for invented people. `name`: unique, and stable in addresses. */
export type Sample = { name: string; group: EmailGroup; write(config: Config): EmailContent }

/** Invented facts that samples share. */
export const invented = {
  at: new Date('2026-11-26T10:30:00Z'),
  soon: new Date('2026-11-29T10:30:00Z'),
  id: '5b1f7c1e-0a4d-4c2b-9e57-3d0c6a1f2b90',
  shop: 'Ciclos Alameda',
  company: 'Ciclos Alameda, S. L.',
  email: 'carmen@correo.example',
  device: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  code: '428115',
  iban: 'ES9121000418450200051332',
} as const

/** The address of a page with a secret as long as a real one, which leads nowhere. */
export const inventedLink = ({ publicUrl }: Config, path: string): string =>
  `${publicUrl}${path}/${'0'.repeat(32)}#${'muestra-'.repeat(5)}000`
