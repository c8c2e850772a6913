import { useQuery } from '@tanstack/react-query'
import { compareCertificate, type CertificateReading as Reading } from '#domain/merchants/company/certificate'
import { compactIban, ibanProblem, maskIban } from '#domain/money/iban'
import type { PaperLine } from '#domain/merchants/company/paperText'
import { enterpriseRead, profileRead } from '../company/companyReads.ts'
import { PaperPlace } from '../company/papers/PaperPlace.tsx'
import { usePaperText } from '../company/papers/usePaperText.ts'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'

/** The name that a certificate must contain: the company's, or that of a self-employed owner. Undefined while loading, empty when it cannot be loaded. */
function useHolder(): string | undefined {
  const isCompany = useSession().account.type === 'enterprise'
  const company = useQuery({ ...enterpriseRead(), enabled: isCompany })
  const person = useQuery({ ...profileRead(), enabled: !isCompany })
  if ((isCompany ? company : person).isPending) return undefined
  return isCompany ? (company.data?.name ?? '') : person.data ? `${person.data.firstName} ${person.data.lastName}`.trim() : ''
}

/** The certificate’s own content, read on this device and compared with what was typed, before it is sent. */
export function CertificateReading({ file, iban }: { file: File; iban: string }) {
  const lines = usePaperText(file)
  const name = useHolder()
  if (lines === undefined || name === undefined) return <p className="text-md text-ink-3">{t('bankAccounts.reading.busy')}</p>
  const typed = ibanProblem(iban) === null ? compactIban(iban) : null
  const reading = compareCertificate(lines, { iban: typed ?? '', names: [name] })
  const wrongNumber =
    typed !== null && reading.iban.says === 'other' ? { at: reading.iban.found.at, iban: reading.iban.found.value, typed } : null
  const wrongHolder = reading.holder.says === 'other' ? reading.holder.found : null
  if (wrongNumber === null && wrongHolder === null)
    return (
      <Banner live tone={reading.iban.says === 'nothing' && reading.holder.says === 'nothing' && reading.readable ? 'warning' : 'info'}>
        {quietText(reading, typed)}
      </Banner>
    )
  return (
    <Banner live tone="warning" title={t('bankAccounts.reading.other')}>
      <ul className="grid gap-2 pt-1">
        {wrongNumber && (
          <Difference at={wrongNumber.at} lines={lines}>
            {t('bankAccounts.reading.ibanOther', { iban: maskIban(wrongNumber.iban), typed: maskIban(wrongNumber.typed) })}
          </Difference>
        )}
        {wrongHolder && (
          <Difference at={wrongHolder.at} lines={lines}>
            {t('bankAccounts.reading.holderOther', { holder: wrongHolder.value, name })}
          </Difference>
        )}
      </ul>
      <p className="pt-2">{t('bankAccounts.reading.otherNext')}</p>
    </Banner>
  )
}

function Difference({ at, lines, children }: { at: PaperLine; lines: readonly PaperLine[]; children: string }) {
  return (
    <li className="grid gap-1">
      <span className="wrap-anywhere">{children}</span>
      <PaperPlace at={at} lines={lines} />
    </li>
  )
}

/** The message when no problem is known. */
function quietText({ readable, iban, holder }: Reading, typed: string | null): string {
  if (!readable) return t('bankAccounts.reading.unreadable')
  if (typed === null && iban.says !== 'nothing') return t('bankAccounts.reading.untyped', { iban: maskIban(iban.found.value) })
  if (iban.says === 'same') return t(holder.says === 'same' ? 'bankAccounts.reading.same' : 'bankAccounts.reading.ibanSame')
  return t(holder.says === 'same' ? 'bankAccounts.reading.holderSame' : 'bankAccounts.reading.nothing')
}
