import { maxHoldingDepth, type HoldingBar } from '#domain/merchants/company/shareholding'
import { percent } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { PercentInput } from '../../platform/ui/forms/PercentInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import type { Holders } from './useHolders.ts'

/** One part of a company: whose, what they are, how much of the company above, how much of the account's own in the end. */
export function HolderRow({ bar: { holder, depth, width }, verbs }: { bar: HoldingBar; verbs: Holders }) {
  const { id, name, kind, share } = holder
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
        {kind === 'company' && depth + 1 < maxHoldingDepth && (
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
        <PercentInput aria-label={labelOf('share')} value={share || null} onChange={(typed) => verbs.change(id, { share: typed ?? 0 })} />
      </td>
      <td className="py-2 max-md:basis-full">
        <span className="flex items-center justify-between gap-2">
          <span className="max-md:hidden">{percent(Math.round(width))}</span>
          <span className="text-ink-2 md:hidden">{t('settings.holders.finalOf', { share: percent(Math.round(width)) })}</span>
          <Button size="small" variant="quiet" aria-label={t('settings.holders.removeOf', { name: who })} onClick={() => verbs.remove(id)}>
            {t('shell.remove')}
          </Button>
        </span>
      </td>
    </tr>
  )
}
