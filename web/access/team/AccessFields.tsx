import { useState } from 'react'
import { madridDay } from '#domain/platform/dates'
import { accessPresets } from '#domain/access/team'
import { withholdable } from '#domain/access/teamRights'
import { t } from '../../platform/i18n/t.ts'
import { useSession } from '../../platform/session/session.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { DateInput } from '../../platform/ui/forms/DateInput.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { choiceOf, isAdjusted, refunds, rolesToGive, withChoice, type AccessChoice, type AccessDraft } from './accessDraft.ts'
import { serverNow } from '../../platform/api/serverClock.ts'

type AccessFieldsProps = {
  draft: AccessDraft
  /** Field errors, by camelCase wire name. */
  problems: Partial<Record<string, string>>
  onChange: (draft: AccessDraft) => void
}

/** Preset or role, merchants, and, folded away, permissions, limits and the last day. */
export function AccessFields({ draft, problems, onChange }: AccessFieldsProps) {
  const { role, merchants } = useSession()
  const [more, setMore] = useState(() => isAdjusted(draft))
  const choice = choiceOf(draft)
  const owner = draft.role === 'owner'
  return (
    <>
      <Field label={t('team.field.role')} help={t(`team.about.${choice}`)}>
        <Select value={choice} onChange={(event) => onChange(withChoice(draft, event.target.value as AccessChoice))}>
          <optgroup label={t('team.field.posts')}>
            {accessPresets.map(({ name }) => (
              <option key={name} value={name}>
                {t(`shell.role.${name}`)}
              </option>
            ))}
          </optgroup>
          <optgroup label={t('team.field.roles')}>
            {rolesToGive(role).map((one) => (
              <option key={one} value={one}>
                {t(`shell.role.${one}`)}
              </option>
            ))}
          </optgroup>
        </Select>
      </Field>
      {merchants.length > 1 && !owner && <ShopChoice draft={draft} problem={problems['merchants']} onChange={onChange} />}
      {!owner && (
        <Checkbox
          label={t('team.field.sandboxOnly')}
          help={t('team.field.sandboxOnlyHelp')}
          checked={draft.sandboxOnly}
          onChange={() => onChange({ ...draft, sandboxOnly: !draft.sandboxOnly })}
        />
      )}
      {!owner && (
        <div>
          <button type="button" className={linkClass} aria-expanded={more} onClick={() => setMore(!more)}>
            {t(more ? 'team.field.less' : 'team.field.more')}
          </button>
        </div>
      )}
      {more && !owner && <Details draft={draft} problems={problems} onChange={onChange} />}
    </>
  )
}

function ShopChoice({
  draft,
  problem,
  onChange,
}: {
  draft: AccessDraft
  problem: string | undefined
  onChange: (draft: AccessDraft) => void
}) {
  const { merchants } = useSession()
  const toggle = (id: string) => {
    const shops = draft.shops.includes(id) ? draft.shops.filter((one) => one !== id) : [...draft.shops, id]
    onChange({ ...draft, shops, allShops: false })
  }
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={problem ? 'team-shops-note' : undefined}>
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{t('shell.heading.shops')}</legend>
      <Checkbox
        label={t('team.shops.all')}
        checked={draft.allShops}
        onChange={() =>
          onChange({ ...draft, allShops: !draft.allShops, shops: draft.allShops ? merchants.slice(0, 1).map(({ id }) => id) : [] })
        }
      />
      {!draft.allShops &&
        merchants.map(({ id, name }) => <Checkbox key={id} label={name} checked={draft.shops.includes(id)} onChange={() => toggle(id)} />)}
      {problem && (
        <p id="team-shops-note" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

function Details({ draft, problems, onChange }: AccessFieldsProps) {
  const [today] = useState(() => madridDay(serverNow()))
  return (
    <div className="grid gap-5">
      {draft.role !== 'guest' && (
        <fieldset className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-2">
          <legend className="mb-1.5 text-sm font-medium text-ink-2">{t('team.field.may')}</legend>
          {withholdable.map((right) => (
            <Checkbox
              key={right}
              label={t(`team.right.${right}`)}
              checked={!draft.withheld.includes(right)}
              onChange={() =>
                onChange({
                  ...draft,
                  withheld: draft.withheld.includes(right) ? draft.withheld.filter((one) => one !== right) : [...draft.withheld, right],
                })
              }
            />
          ))}
        </fieldset>
      )}
      {refunds(draft) && (
        <div className="grid items-start gap-x-4 gap-y-5 md:grid-cols-2">
          <Field label={t('team.field.dayLimit')} help={t('team.field.dayLimitHelp')} error={problems['refundDayLimit']}>
            <MoneyInput value={draft.refundDayLimit} onChange={(refundDayLimit) => onChange({ ...draft, refundDayLimit })} />
          </Field>
          <Field label={t('team.field.limit')} help={t('team.field.limitHelp')} error={problems['refundLimit']}>
            <MoneyInput value={draft.refundLimit} onChange={(refundLimit) => onChange({ ...draft, refundLimit })} />
          </Field>
        </div>
      )}
      <Field label={t('team.field.until')} help={t('team.field.untilHelp')} error={problems['accessUntil']}>
        <DateInput
          value={draft.accessUntil}
          min={today}
          pickerLabel={t('team.field.untilPick')}
          onChange={(accessUntil) => onChange({ ...draft, accessUntil })}
        />
      </Field>
    </div>
  )
}
