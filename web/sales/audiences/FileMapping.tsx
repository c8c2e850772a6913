import { identifierTypes, type IdentifierType } from '#domain/sales/campaigns/audience'
import { dataRows, headingsOf, type AudienceMapping } from '#domain/sales/campaigns/audienceFile'
import { normaliseIdentifier } from '#domain/sales/campaigns/audienceIdentifier'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import type { ReadFile } from './useAudienceFile.ts'

/** Number of preview rows. */
const shown = 4

const separatorNames = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const

/** Maps the column of identifiers and their type, with a preview of the first rows. */
export function FileMapping({ file, onChange }: { file: ReadFile; onChange: (change: Partial<AudienceMapping>) => void }) {
  const { table, mapping, encoding } = file
  const headings = headingsOf(table, mapping)
  const rows = dataRows(table, mapping)
  const width = Math.max(headings.length, ...table.rows.slice(0, 50).map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => headings[at] || t('audiences.mapping.nth', { number: at + 1 }))
  return (
    <section aria-label={t('audiences.mapping')} className="grid gap-4 *:min-w-0">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('audiences.mapping.column')}>
          <Select value={String(mapping.column)} onChange={(event) => onChange({ column: Number(event.target.value) })}>
            {columns.map((name, at) => (
              <option key={at} value={at}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('audiences.mapping.type')}>
          <Select
            value={mapping.type}
            onChange={(event) => onChange({ type: identifierTypes.find((one) => one === event.target.value) ?? mapping.type })}
          >
            {identifierTypes.map((type) => (
              <option key={type} value={type}>
                {t(`audiences.type.${type}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Checkbox
        label={t('audiences.mapping.headings')}
        checked={mapping.hasHeadings}
        onChange={(event) => onChange({ hasHeadings: event.target.checked })}
      />
      <div>
        <p className="pb-1.5 text-sm text-ink-3">
          {t('audiences.mapping.read', { encoding, separator: t(`audiences.separator.${separatorNames[table.separator]}`) })}
        </p>
        <ol className="grid border-t border-line text-md">
          {rows.slice(0, shown).map((row) => (
            <li key={row.line} className="flex min-w-0 items-baseline justify-between gap-4 border-b border-line py-2">
              <span className="truncate">{row.cells[mapping.column] || '—'}</span>
              <ParsedValue type={mapping.type} cell={row.cells[mapping.column] ?? ''} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The parsed value, so that a wrong column is obvious. */
function ParsedValue({ type, cell }: { type: IdentifierType; cell: string }) {
  const member = normaliseIdentifier(type, cell)
  return (
    <span className={`min-w-0 flex-none truncate text-sm ${member === null ? 'text-danger-ink' : 'text-ink-3'}`}>
      {member ?? t('audiences.mapping.unreadable')}
    </span>
  )
}
