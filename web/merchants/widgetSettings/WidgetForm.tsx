import { joinTexts } from '#domain/platform/direction'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { contrast, minContrast } from '#domain/sales/widget/colour'
import { isHexColour } from '#domain/platform/identifiers'
import { legalVariables } from '#domain/sales/widget/legalTemplate'
import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import { t } from '../../platform/i18n/t.ts'
import { configurationRead } from '../../sales/operationStatus/operationReads.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { Textarea } from '../../platform/ui/forms/Textarea.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { ColourField } from './ColourField.tsx'
import type { WidgetDraft } from './useWidgetDraft.ts'

type PartProps = { draft: WidgetDraft; problems: ReadonlyMap<string, string> }

const types = ['text', 'button', 'big-button', 'select'] as const
const sides = ['left', 'center', 'right'] as const
const outside = ['hide', 'show'] as const
const white = '#FFFFFF'

/** All of a merchant’s settings of the widget’s look. */
export function WidgetForm(props: PartProps) {
  return (
    <>
      <Look {...props} />
      <Colours {...props} />
      <Words {...props} />
    </>
  )
}

function Look({ draft: { preferences, change } }: PartProps) {
  const { merchantId } = useMerchant()
  const { data } = useQuery(configurationRead(merchantId))
  const sold = data?.products.filter((one) => one.enabled).flatMap((one) => one.instalmentsAllowed) ?? []
  // A chosen product that is no longer offered stays visible, so that it can be unselected.
  const numbers = [...new Set([...sold, ...(preferences.defaultInstalments === null ? [] : [preferences.defaultInstalments])])].toSorted(
    (a, b) => a - b,
  )
  return (
    <FormSection title={t('preferences.section.look')} fold={t(`preferences.type.${preferences.type}`)}>
      <Checkbox
        label={t('preferences.shown')}
        help={t('preferences.shown.help')}
        checked={!preferences.disabled}
        onChange={(event) => change('disabled', !event.target.checked)}
      />
      <div className="grid max-w-[620px] gap-5 md:grid-cols-2">
        <Field label={t('preferences.type')} help={t('preferences.byPlugin')}>
          <Select value={preferences.type} onChange={(event) => change('type', event.target.value as WidgetPreferences['type'])}>
            {types.map((type) => (
              <option key={type} value={type}>
                {t(`preferences.type.${type}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('preferences.align')}>
          <Select value={preferences.align} onChange={(event) => change('align', event.target.value as WidgetPreferences['align'])}>
            {sides.map((side) => (
              <option key={side} value={side}>
                {t(`preferences.align.${side}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('preferences.defaultInstalments')} help={t('preferences.defaultInstalments.help')}>
          <Select
            value={preferences.defaultInstalments ?? ''}
            onChange={(event) => change('defaultInstalments', event.target.value === '' ? null : Number(event.target.value))}
          >
            <option value="">{t('preferences.defaultInstalments.best')}</option>
            {numbers.map((number) => (
              <option key={number} value={number}>
                {t('preferences.instalments', { count: number })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('preferences.outOfLimits')} help={t('preferences.outOfLimits.help')}>
          <Select
            value={preferences.outOfLimits}
            onChange={(event) => change('outOfLimits', event.target.value as WidgetPreferences['outOfLimits'])}
          >
            {outside.map((one) => (
              <option key={one} value={one}>
                {t(`preferences.outOfLimits.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </FormSection>
  )
}

function Colours({ draft: { preferences, change }, problems }: PartProps) {
  const { textColor, btnTextColor, btnBgColor } = preferences
  const buttons = isHexColour(btnTextColor) && isHexColour(btnBgColor) ? contrast(btnTextColor, btnBgColor) : null
  const text = isHexColour(textColor) ? contrast(textColor, white) : null
  const contrastText = (ratio: number | null) =>
    ratio === null ? undefined : t('preferences.contrast', { ratio: String(ratio).replace('.', ',') })
  const tooLow = (ratio: number | null) =>
    ratio !== null && ratio < minContrast ? t('preferences.contrast.low', { ratio: String(ratio).replace('.', ',') }) : undefined
  return (
    <FormSection
      title={t('preferences.section.colours')}
      fold={problems.get('btnTextColor') ?? joinTexts([textColor, btnBgColor, btnTextColor])}
      isOpen={problems.has('btnTextColor')}
    >
      <div className="grid max-w-[620px] gap-5 md:grid-cols-2">
        <ColourField
          id="text-color"
          label={t('preferences.textColor')}
          value={textColor}
          help={tooLow(text) ? t('preferences.contrast.onWhite') : contrastText(text)}
          onChange={(colour) => change('textColor', colour)}
        />
        <ColourField
          id="btn-bg-color"
          label={t('preferences.btnBgColor')}
          value={btnBgColor}
          onChange={(colour) => change('btnBgColor', colour)}
        />
        <ColourField
          id="btn-text-color"
          label={t('preferences.btnTextColor')}
          value={btnTextColor}
          help={contrastText(buttons)}
          error={problems.get('btnTextColor') ?? tooLow(buttons)}
          onChange={(colour) => change('btnTextColor', colour)}
        />
      </div>
    </FormSection>
  )
}

function Words({ draft: { preferences, change }, problems }: PartProps) {
  return (
    <FormSection
      title={t('preferences.section.words')}
      fold={problems.get('legalText') ?? preferences.titleDefault}
      isOpen={problems.has('legalText')}
    >
      <div className="grid max-w-[620px] gap-5 md:grid-cols-2">
        <Field label={t('preferences.titleDefault')}>
          <TextInput value={preferences.titleDefault} maxLength={80} onChange={(event) => change('titleDefault', event.target.value)} />
        </Field>
        <Field label={t('preferences.titleZeroInterest')} help={t('preferences.titleZeroInterest.help')}>
          <TextInput
            value={preferences.titleZeroInterest}
            maxLength={80}
            onChange={(event) => change('titleZeroInterest', event.target.value)}
          />
        </Field>
      </div>
      <div className="grid gap-1">
        <Checkbox
          label={t('preferences.branding')}
          checked={preferences.branding}
          onChange={(event) => change('branding', event.target.checked)}
        />
        <Checkbox
          label={t('preferences.downpaymentInfo')}
          checked={preferences.downpaymentInfo}
          onChange={(event) => change('downpaymentInfo', event.target.checked)}
        />
        <Checkbox
          label={t('preferences.legalAdvice')}
          help={t('preferences.legalAdvice.help')}
          checked={preferences.legalAdvice}
          onChange={(event) => change('legalAdvice', event.target.checked)}
        />
      </div>
      <Field
        id="legal-text"
        className="max-w-[620px]"
        label={t('preferences.legalText')}
        help={
          <>
            {t('preferences.legalText.help')}{' '}
            {legalVariables.map((name, nth) => (
              <Fragment key={name}>
                {nth > 0 && ', '}
                <code>{`{${name}}`}</code>
              </Fragment>
            ))}
          </>
        }
        error={problems.get('legalText')}
      >
        <Textarea rows={4} maxLength={600} value={preferences.legalText} onChange={(event) => change('legalText', event.target.value)} />
      </Field>
    </FormSection>
  )
}
