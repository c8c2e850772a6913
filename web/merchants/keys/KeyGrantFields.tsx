import { useState } from 'react'
import { keyRights, type KeyRight } from '#domain/merchants/keyRights'
import { t } from '../../platform/i18n/t.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { isWhole, type GrantDraft } from './keyGrant.ts'

/** Scopes and refund limit of a new private key, folded away unless the previous key was already restricted. */
export function KeyGrantFields({ draft, onChange }: { draft: GrantDraft; onChange: (draft: GrantDraft) => void }) {
  const [open, setOpen] = useState(() => !isWhole(draft))
  return (
    <div className="grid gap-4">
      <div>
        <button type="button" className={linkClass} aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'preferences.grant.less' : 'preferences.grant.more')}
        </button>
      </div>
      {open && <Details draft={draft} onChange={onChange} />}
    </div>
  )
}

function Details({ draft, onChange }: { draft: GrantDraft; onChange: (draft: GrantDraft) => void }) {
  const toggle = (right: KeyRight) =>
    onChange({ ...draft, rights: keyRights.filter((one) => draft.rights.includes(one) !== (one === right)) })
  return (
    <>
      <fieldset className="grid min-w-0 gap-x-4 gap-y-1 md:grid-cols-2">
        <legend className="mb-1.5 text-sm font-medium text-ink-2">{t('preferences.grant.rights')}</legend>
        {keyRights.map((right) => (
          <Checkbox
            key={right}
            label={t(`preferences.grant.${right}`)}
            checked={draft.rights.includes(right)}
            onChange={() => toggle(right)}
          />
        ))}
      </fieldset>
      {draft.rights.includes('refund') && (
        <div className="grid items-start gap-x-4 gap-y-5 md:grid-cols-2">
          <Field label={t('preferences.grant.limit')} help={t('preferences.grant.limitHelp')}>
            <MoneyInput value={draft.refundLimit} onChange={(refundLimit) => onChange({ ...draft, refundLimit })} />
          </Field>
          <Field label={t('preferences.grant.dayLimit')} help={t('preferences.grant.dayLimitHelp')}>
            <MoneyInput value={draft.refundDayLimit} onChange={(refundDayLimit) => onChange({ ...draft, refundDayLimit })} />
          </Field>
        </div>
      )}
    </>
  )
}
