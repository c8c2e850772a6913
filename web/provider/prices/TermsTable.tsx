import type { AgreedTerms } from '#contract/provider/prices'
import type { Product } from '#domain/sales/operations/states'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Change } from '../../platform/ui/figures/Change.tsx'
import { ScrollBox } from '../frame/ScrollBox.tsx'
import { fieldsOf, termFields, termText, type TermField } from './termsText.ts'

/** The terms of a product in a column: those in force, and those of the next change. */
export type TermsColumn = {
  product: Product
  /** Under the product's name: whose terms they are, or that it is not offered. */
  note: string | null
  terms: AgreedTerms | null
  next: { effectiveOn: string; terms: AgreedTerms | null } | null
}

/** Products beside each other, terms below each other; what will change with both values. */
export function TermsTable({ caption, columns }: { caption: string; columns: readonly TermsColumn[] }) {
  return (
    <ScrollBox label={caption}>
      <table className="w-full max-w-[1040px] max-[18rem]:min-w-[21rem] table-fixed border-collapse text-md max-md:text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="align-bottom">
            <th scope="col" className="w-[24%] max-md:w-[24%]">
              <span className="sr-only">{t('prices.column.term')}</span>
            </th>
            {columns.map(({ product, note, next }) => (
              <th key={product} scope="col" className="px-3 pb-2 text-right font-strong max-md:px-1">
                {t(`operations.product.${product}`)}
                {note !== null && <span className="block text-sm font-normal text-ink-3">{note}</span>}
                {next && (
                  <span className="block text-sm font-normal text-in-process-ink">
                    {t('prices.changes', { day: date(next.effectiveOn) })}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {termFields.map((field) => (
            <tr key={field} className="border-t border-line align-baseline">
              <th scope="row" className="py-2.5 pr-3 text-left font-normal text-ink-3 wrap-anywhere">
                {t(`prices.field.${field}`)}
              </th>
              {columns.map((column) => (
                <td key={column.product} className="px-3 py-2.5 text-right tabular-nums wrap-anywhere max-md:px-1">
                  <Term field={field} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Term({ field, column: { product, terms, next } }: { field: TermField; column: TermsColumn }) {
  if (!fieldsOf(product).includes(field)) return <span className="text-ink-3">—</span>
  const now = terms && termText(field, terms)
  const then = next && (next.terms ? termText(field, next.terms) : t('prices.notOffered'))
  if (now === null) return <span className="text-ink-3">{t('prices.notOffered')}</span>
  if (then === null || then === now) return now
  return (
    <span className="inline-flex text-right [&>span]:justify-end">
      <Change from={now} to={then} toLabel={t('prices.becomes')} />
    </span>
  )
}
