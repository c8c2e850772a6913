import { useState } from 'react'
import { deepestHolding, type HoldingBar } from '#domain/shareholding'
import { percent } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../ui/Button.tsx'
import { centsFromText, maskMoney, textFromCents } from '../ui/moneyText.ts'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { Holders } from './useHolders.ts'

/** One part of a company: whose, what they are, how much of the company above, how much of the account's own in the end. */
export function HolderRow({ bar: { holder, depth, width }, verbs }: { bar: HoldingBar; verbs: Holders }) {
  const { id, name, kind, share } = holder
  const [text, setText] = useState(() => textFromCents(share || null))
  const shown = (centsFromText(text) ?? 0) === share ? text : textFromCents(share || null)
  const who = name.trim() || t('settings.holders.unnamed')
  const labelOf = (field: 'who' | 'kind' | 'share') => t('settings.holders.of', { field: t(`settings.holders.${field}`), name: who })
  return (
    <tr className="border-t border-line max-md:flex max-md:flex-wrap max-md:items-center">
      <td className="py-2 pr-2 max-md:basis-full" style={{ paddingLeft: depth * 20 }}>
        <TextInput
          aria-label={labelOf('who')}
          maxLength={120}
          value={name}
          onChange={(event) => verbs.change(id, { name: event.target.value })}
        />
        {kind === 'company' && depth + 1 < deepestHolding && (
          <Button size="small" variant="quiet" aria-label={t('settings.holders.addTo', { name: who })} onClick={() => verbs.add(id)}>
            {t('settings.holders.add')}
          </Button>
        )}
      </td>
      <td className="py-2 pr-2 max-md:flex-1">
        <Select
          aria-label={labelOf('kind')}
          value={kind}
          onChange={(event) => verbs.change(id, { kind: event.target.value === 'company' ? 'company' : 'person' })}
        >
          <option value="person">{t('settings.holders.person')}</option>
          <option value="company">{t('settings.holders.company')}</option>
        </Select>
      </td>
      <td className="py-2 pr-2 max-md:flex-1">
        <TextInput
          aria-label={labelOf('share')}
          inputMode="decimal"
          autoComplete="off"
          inputClassName="text-right"
          maxLength={6}
          value={shown}
          end={
            <span aria-hidden className="ml-2 text-ink-3">
              %
            </span>
          }
          onChange={(event) => {
            const masked = maskMoney(event.target.value)
            setText(masked)
            verbs.change(id, { share: centsFromText(masked) ?? 0 })
          }}
        />
      </td>
      <td className="py-2 max-md:basis-full">
        <span className="flex items-center justify-between gap-2 tabular-nums">
          <span className="max-md:hidden">{percent(Math.round(width))}</span>
          <span className="text-ink-2 md:hidden">{t('settings.holders.finalOf', { share: percent(Math.round(width)) })}</span>
          <Button size="small" variant="quiet" aria-label={t('settings.holders.removeOf', { name: who })} onClick={() => verbs.remove(id)}>
            {t('settings.holders.remove')}
          </Button>
        </span>
      </td>
    </tr>
  )
}
