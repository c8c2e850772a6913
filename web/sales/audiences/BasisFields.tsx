import { AUDIENCE_NAME, lawfulBases } from '#domain/sales/campaigns/audience'
import { t } from '../../platform/i18n/t.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import type { AudienceDraft } from './audienceDraft.ts'

type BasisFieldsProps = {
  draft: AudienceDraft
  onChange: (change: Partial<AudienceDraft>) => void
  /** The server's validation error of the name. */
  refusedName: string | undefined
}

/** Name of the audience, and the lawful basis to contact these people, which is printed on the receipt. */
export function BasisFields({ draft, onChange, refusedName }: BasisFieldsProps) {
  return (
    <div className="grid gap-5 *:min-w-0">
      <Field label={t('shell.heading.name')} help={t('audiences.name.help', AUDIENCE_NAME)} error={refusedName}>
        <TextInput
          value={draft.name}
          maxLength={AUDIENCE_NAME.most}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <fieldset>
        <legend className="pb-1.5 text-sm font-medium text-ink-2">{t('audiences.field.basis')}</legend>
        <div className="grid">
          {lawfulBases.map((one) => (
            <label
              key={one}
              className="flex cursor-pointer items-start gap-2.5 border-t border-line px-3 py-2 last:border-b has-checked:rounded-2 has-checked:border-transparent has-checked:bg-selected max-md:py-2.75 hover:not-has-checked:bg-hover"
            >
              <input type="radio" name="basis" className="mt-1" checked={draft.basis === one} onChange={() => onChange({ basis: one })} />
              <span>
                <span className="block font-medium">{t(`audiences.basis.${one}`)}</span>
                <span className="block text-sm text-ink-3">{t(`audiences.basis.${one}.help`)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={t('audiences.field.note')} help={t('audiences.note.help')}>
        <TextInput
          value={draft.basisNote}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => onChange({ basisNote: event.target.value })}
        />
      </Field>
    </div>
  )
}
