import type { ReactNode } from 'react'
import type { ConsoleAccountDetail } from '#contract/provider/merchants'
import { joinTexts } from '#domain/platform/direction'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { StatusBadge } from '../../platform/ui/feedback/StatusBadge.tsx'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'
import { paperKinds } from './merchantState.ts'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'

type BankStatus = ConsoleAccountDetail['bankAccounts'][number]['status']
const bankKinds: Partial<Record<BankStatus, StatusKind>> = { active: 'accepted-outlined', pending_review: 'merchant', frozen: 'rejected' }

/** The states of an account's documents, and the bank accounts that it is paid to; numbers are masked. */
export function PapersSection({ account: { documents, bankAccounts } }: { account: ConsoleAccountDetail }) {
  return (
    <div className="grid gap-9 md:grid-cols-2">
      <FormSection title={t('consoleMerchants.documents')}>
        <ul className="divide-y divide-line border-y border-line">
          {documents.map(({ type, status, expiresOn }) => (
            <Line
              key={type}
              fact={t(`company.paper.${type}`)}
              detail={expiresOn === null ? null : t('company.paper.until', { when: date(expiresOn) })}
            >
              <StatusBadge kind={paperKinds[status]} label={t(`company.paperStatus.${status}`)} />
            </Line>
          ))}
        </ul>
      </FormSection>
      <FormSection title={t('consoleMerchants.bankAccounts')}>
        {bankAccounts.length === 0 ? (
          <p className="text-md text-ink-3">{t('consoleMerchants.bankAccounts.none')}</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {bankAccounts.map(({ id, iban, holder, status, shops }) => (
              <Line key={id} fact={iban} detail={joinTexts([holder, ...shops], ' · ')}>
                <StatusBadge kind={bankKinds[status] ?? 'customer'} label={t(`bankAccounts.state.${status}`)} />
              </Line>
            ))}
          </ul>
        )}
      </FormSection>
    </div>
  )
}

function Line({ fact, detail, children }: { fact: string; detail: string | null; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 py-2.5">
      <span className="min-w-[min(10rem,100%)] flex-1 wrap-anywhere">
        {fact}
        {detail && <span className="block text-sm text-ink-3">{detail}</span>}
      </span>
      {children}
    </li>
  )
}
