import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EnterpriseField } from '#domain/merchants/company/company'
import type { Paper } from '#contract/merchants/documents'
import type { Values } from '#domain/merchants/company/fields'
import { papersRead } from '../company/companyReads.ts'
import { labelOf } from '../company/fieldLabel.ts'
import { PaperPlace } from '../company/papers/PaperPlace.tsx'
import type { FieldForm } from '../company/useFieldForm.ts'
import { date } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { type FoundValue, usePaperValues } from './usePaperValues.ts'

type FormOnly = { form: FieldForm<EnterpriseField> }

/** Fills the form from the company's own documents, read on this device: each value with its source, each ticked by the owner. */
export function FillFromPapers({ form }: FormOnly) {
  const { data: papers } = useQuery(papersRead())
  return papers && papers.some(({ files }) => files.length > 0) ? <Fill form={form} papers={papers} /> : null
}

function Fill({ form, papers }: FormOnly & { papers: readonly Paper[] }) {
  const { hasPapers, reading, read, again } = usePaperValues(papers)
  if (!hasPapers) return null
  return (
    <FormSection title={t('company.fill')}>
      <p className="max-w-[68ch] text-md text-ink-2">{t('company.fill.about')}</p>
      {reading.at === 'failed' && <ErrorBanner>{failureMessage(reading.error)}</ErrorBanner>}
      {reading.at === 'read' ? (
        <FoundValues form={form} values={reading.values} unread={reading.unread} onDone={again} />
      ) : (
        <p>
          <Button type="button" busy={reading.at === 'reading'} busyLabel={t('shell.reading')} sends={false} onClick={read}>
            {t('company.fill.read')}
          </Button>
        </p>
      )}
    </FormSection>
  )
}

type FoundValuesProps = FormOnly & { values: readonly FoundValue[]; unread: readonly Paper['type'][]; onDone: () => void }

function FoundValues({ form, values, unread, onDone }: FoundValuesProps) {
  const fresh = values.filter(({ field, value }) => value !== form.values[field])
  const [ticked, setTicked] = useState<ReadonlySet<EnterpriseField>>(new Set())
  const tick = (field: EnterpriseField) =>
    setTicked((now) => (now.has(field) ? new Set([...now].filter((one) => one !== field)) : new Set([...now, field])))
  const fill = () => {
    form.set(
      Object.fromEntries(fresh.filter(({ field }) => ticked.has(field)).map(({ field, value }) => [field, value])) as Partial<
        Values<EnterpriseField>
      >,
    ) // text fields of the form
    onDone()
  }
  return (
    <div role="group" aria-label={t('company.fill.found')} className="grid gap-4">
      {unread.length > 0 && (
        <Banner live>{t('company.fill.unread', { papers: unread.map((type) => t(`company.paper.${type}`)).join(', ') })}</Banner>
      )}
      <p role="status" className="text-md text-ink-2">
        {fresh.length === 0
          ? t(values.length === 0 ? 'company.fill.nothing' : 'company.fill.same')
          : t('company.fill.count', { count: fresh.length })}
      </p>
      {fresh.length > 0 && (
        <ul className="border-t border-line">
          {fresh.map((one) => (
            <li key={one.field} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
              <Checkbox
                className="min-w-0 flex-1 basis-52"
                label={<span className="wrap-anywhere">{t('company.fill.value', { field: labelOf(one.field), value: shown(one) })}</span>}
                help={form.values[one.field] ? t('company.fill.instead', { value: String(form.values[one.field]) }) : undefined}
                checked={ticked.has(one.field)}
                onChange={() => tick(one.field)}
              />
              <span className="grid gap-1 text-sm text-ink-3">
                {t(`company.paper.${one.paper}`)}
                <PaperPlace at={one.at} lines={one.lines} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {fresh.length > 0 && (
          <Button type="button" disabledReason={ticked.size === 0 ? t('company.fill.tickFirst') : null} onClick={fill}>
            {t('company.fill.put')}
          </Button>
        )}
        <Button type="button" variant="quiet" onClick={onDone}>
          {t('shell.close')}
        </Button>
      </div>
    </div>
  )
}

const shown = ({ field, value }: FoundValue): string => (field === 'incorporationDate' ? date(value) : value)
