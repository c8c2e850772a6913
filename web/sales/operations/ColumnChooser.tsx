import { useId, useRef, useState } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { placePopover } from '../../platform/ui/controls/placePopover.ts'
import { choosableColumns, defaultColumns } from './listColumns.ts'
import type { ListColumns } from './useListColumns.ts'

/** Popover with checkboxes to choose the columns of a wide list; chosen columns that do not fit are marked. */
export function ColumnChooser({ chosen, shown, choose }: ListColumns) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const usual = choosableColumns.filter((column) => defaultColumns.includes(column))
  const isUsual = choosableColumns.every((column) => chosen.includes(column) === usual.includes(column))
  return (
    <span className="max-lg:hidden">
      <button ref={opener} type="button" className="chip text-ink-2" popoverTarget={id} aria-expanded={open}>
        {t('operations.columns')}
      </button>
      <section
        id={id}
        popover="auto"
        aria-label={t('operations.columns')}
        className="menu w-70 p-4 text-ink"
        onToggle={(event) => {
          const opened = event.newState === 'open'
          setOpen(opened)
          if (!opened || !opener.current) return
          placePopover(event.currentTarget, opener.current)
          event.currentTarget.querySelector('input')?.focus()
        }}
      >
        <fieldset className="grid gap-1.5">
          <legend className="mb-2 font-strong">{t('operations.columns')}</legend>
          {choosableColumns.map((column) => {
            const on = chosen.includes(column)
            return (
              <Checkbox
                key={column}
                label={t(`operations.columns.${column}`)}
                help={on && !shown.includes(column) ? t('operations.columns.noRoom') : undefined}
                checked={on}
                onChange={() => choose(choosableColumns.filter((one) => (one === column ? !on : chosen.includes(one))))}
              />
            )
          })}
        </fieldset>
        <p className="pt-3 text-sm text-ink-3">{t('operations.columns.always')}</p>
        {!isUsual && (
          <button type="button" className={`mt-2 ${linkClass}`} onClick={() => choose(usual)}>
            {t('operations.columns.usual')}
          </button>
        )}
      </section>
    </span>
  )
}
