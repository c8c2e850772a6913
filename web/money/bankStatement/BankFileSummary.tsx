import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import type { BankResult } from './bankResult.ts'

/** Maximum number of listed unread lines; the others are counted. */
const named = 5

type BankFileSummaryProps = { result: BankResult; remembers: boolean; columnsButton: ReactNode }

/** Format and totals of the file, ignored entries and unread lines. */
export function BankFileSummary({ result, remembers, columnsButton }: BankFileSummaryProps) {
  const { already, unknown, credits, pending, leftOut, unread, name, format } = result
  const counts = [
    { key: 'pending', count: pending },
    { key: 'otherCurrency', count: leftOut.otherCurrency },
    { key: 'reversed', count: leftOut.reversed },
    { key: 'already', count: already },
    { key: 'unknown', count: unknown.length },
  ] as const
  const words = [
    t('settlements.bank.file', { name, format: t(`settlements.bank.format.${format}`), count: credits }),
    ...counts.filter(({ count }) => count > 0).map(({ key, count }) => t(`settlements.bank.${key}`, { count })),
    ...(remembers ? [t('settlements.bank.remembers')] : []),
  ]
  return (
    <>
      <p className="pt-1 pb-3 text-md wrap-anywhere text-ink-3">{words.join(' ')}</p>
      {columnsButton && <div className="-ml-2 pb-3">{columnsButton}</div>}
      {unread.length > 0 && (
        <div className="pb-4">
          <Banner tone="warning" title={t('settlements.bank.unread', { count: unread.length })}>
            <ul>
              {unread.slice(0, named).map(({ line, text }, nth) => (
                <li key={nth} className="wrap-anywhere">
                  {line === null ? text : t('settlements.bank.unreadLine', { line: String(line), text })}
                </li>
              ))}
              {unread.length > named && <li>{t('settlements.bank.unreadMore', { count: unread.length - named })}</li>}
            </ul>
          </Banner>
        </div>
      )}
    </>
  )
}
