import { joinTexts } from '#domain/platform/direction'
import { useMemo, useState } from 'react'
import type { BankSheet, SheetColumns } from '#domain/money/bankStatement/bankSheet'
import { sheetMovements } from '#domain/money/bankStatement/bankSheetRows'
import { date, money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'

/** Number of preview rows. */
const shown = 5

const kinds = ['signed', 'split', 'marked'] as const
type Part = 'date' | 'amount' | 'debit' | 'credit' | 'mark'
const parts: Readonly<Record<SheetColumns['kind'], readonly Part[]>> = {
  signed: ['date', 'amount'],
  split: ['date', 'debit', 'credit'],
  marked: ['date', 'amount', 'mark'],
}

type Draft = Record<Part, number> & { kind: SheetColumns['kind'] }

/** The guessed columns, and defaults for the other layouts. */
function draftOf(columns: SheetColumns): Draft {
  const first = 'amount' in columns ? columns.amount : columns.debit
  const second = 'credit' in columns ? columns.credit : 'mark' in columns ? columns.mark : first
  return { amount: first, debit: first, credit: second, mark: second, ...columns }
}

function columnsOf({ kind, date: dated, amount, debit, credit, mark }: Draft): SheetColumns {
  if (kind === 'signed') return { kind, date: dated, amount }
  return kind === 'split' ? { kind, date: dated, debit, credit } : { kind, date: dated, amount, mark }
}

type BankColumnsProps = { name: string; sheet: BankSheet; columns: SheetColumns; onUse: (columns: SheetColumns) => void }

/** Maps the columns of a bank's spreadsheet, with a preview of the first rows as parsed. */
export function BankColumns({ name, sheet, columns, onUse }: BankColumnsProps) {
  const [draft, setDraft] = useState(() => draftOf(columns))
  const chosen = columnsOf(draft)
  const { movements, unread } = useMemo(() => sheetMovements(sheet, columnsOf(draft)), [sheet, draft])
  const options = Array.from({ length: sheet.width }, (_, at) => {
    const example = sheet.rows.map(({ cells }) => cells[at] ?? '').find((cell) => cell !== '')
    return joinTexts([sheet.headings[at] || t('settlements.bank.columns.nth', { number: at + 1 }), example?.slice(0, 24)])
  })
  return (
    <section aria-labelledby="bank-columns" className="pt-7">
      <h2 id="bank-columns" className="text-title-sm leading-snug font-strong">
        {t('settlements.bank.columns.title')}
      </h2>
      <p className="max-w-[68ch] pt-1 pb-4 text-md wrap-anywhere text-ink-2">{t('settlements.bank.columns.about', { name })}</p>
      <div className="grid max-w-[48rem] items-start gap-4 sm:grid-cols-2">
        <Field label={t('settlements.bank.columns.kind')} className="sm:col-span-2">
          <Select
            value={draft.kind}
            onChange={(event) => setDraft({ ...draft, kind: kinds.find((kind) => kind === event.target.value) ?? draft.kind })}
          >
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`settlements.bank.columns.kind.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        {parts[draft.kind].map((part) => (
          <Field key={part} label={t(`settlements.bank.columns.${part}`)}>
            <Select value={String(draft[part])} onChange={(event) => setDraft({ ...draft, [part]: Number(event.target.value) })}>
              {options.map((option, at) => (
                <option key={at} value={at}>
                  {option}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <div role="status" className="max-w-[48rem] pt-5">
        {movements.length === 0 ? (
          <p className="text-md text-danger-ink">{t('settlements.bank.columns.none')}</p>
        ) : (
          <>
            <p className="pb-1.5 text-sm text-ink-3">{t('settlements.bank.columns.preview')}</p>
            <ol className="grid border-t border-line text-md">
              {movements.slice(0, shown).map(({ on, text, amountCents }, nth) => (
                <li key={nth} className="flex min-w-0 items-baseline gap-4 border-b border-line py-2">
                  <span className="flex-none">{date(on)}</span>
                  <span className="min-w-0 flex-1 wrap-anywhere text-ink-2">{text}</span>
                  <span className={`flex-none ${amountCents > 0 ? 'font-strong text-ink' : 'text-ink-3'}`}>
                    {amountCents > 0 ? '+' : ''}
                    {money(amountCents)}
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
        {unread.length > 0 && <p className="pt-2 text-sm text-danger-ink">{t('settlements.bank.unread', { count: unread.length })}</p>}
      </div>
      <div className="pt-4">
        <Button variant="filled" sends={false} onClick={() => movements.length > 0 && onUse(chosen)}>
          {t('settlements.bank.columns.use')}
        </Button>
      </div>
    </section>
  )
}
