import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { WidgetPreferences } from '#domain/sales/widget/widgetPreferences'
import type { WidgetView } from '#domain/sales/widget/widgetViews'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { loadScript } from '../../platform/api/pageScript.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { MoneyInput } from '../../platform/ui/forms/MoneyInput.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { SkeletonLine } from '../../platform/ui/tables/SkeletonLine.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { connectionRead } from '../preferences/preferenceReads.ts'

const widths = { phone: 'max-w-[343px]', desktop: '' } as const
type Width = keyof typeof widths

type WidgetPreviewProps = { view: WidgetView; preferences: WidgetPreferences }

/** The draft as attributes of the embedding page, which override the saved settings. */
function attributesOf(view: WidgetView, key: string, amount: number, preferences: WidgetPreferences): Record<string, string> {
  return {
    [`data-${settings().brand.vendor}-widget-instalments`]: '',
    'data-public-key': key,
    'data-view': view,
    'data-amount': String(amount),
    'data-type': preferences.type,
    'data-option-disabled': String(preferences.disabled),
    'data-option-branding': String(preferences.branding),
    'data-option-legal-advice': String(preferences.legalAdvice),
    'data-option-downpayment-info': String(preferences.downpaymentInfo),
    'data-option-title-default': preferences.titleDefault,
    'data-option-title-zero-interest': preferences.titleZeroInterest,
    'data-option-align': preferences.align,
    'data-option-text-color': preferences.textColor,
    'data-option-btn-text-color': preferences.btnTextColor,
    'data-option-btn-bg-color': preferences.btnBgColor,
    'data-option-default-instalments': String(preferences.defaultInstalments ?? ''),
    'data-option-legal-text': preferences.legalText,
    'data-option-out-of-limits': preferences.outOfLimits,
  }
}

/** A preview of the draft, rendered by the same script that shops use, with the merchant's own plans. */
export function WidgetPreview({ view, preferences }: WidgetPreviewProps) {
  const { merchantId, may, flag, sandbox } = useMerchant()
  const { data } = useQuery(connectionRead(merchantId))
  const [amount, setAmount] = useState<number | null>(60_000)
  const [width, setWidth] = useState<Width>('phone')
  return (
    <section aria-labelledby="widget-preview" className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="widget-preview" className="mr-auto text-title-sm">
          {t('preferences.preview.title')}
        </h2>
        {(Object.keys(widths) as Width[]).map((one) => (
          <Button
            key={one}
            size="small"
            variant={one === width ? 'outlined' : 'quiet'}
            aria-pressed={one === width}
            onClick={() => setWidth(one)}
          >
            {t(`preferences.preview.${one}`)}
          </Button>
        ))}
      </div>
      {data?.publicKey === null && (
        <p className="text-md text-ink-2">
          {t('preferences.preview.noKey')}{' '}
          {may('keyRenew') && (
            <Anchor href={paths.preferences(merchantId, { dialog: 'renew-public', ...flag })} className={linkClass}>
              {t('preferences.preview.makeKey')}
            </Anchor>
          )}
        </p>
      )}
      {data?.publicKey && (
        <>
          {/* The preview’s background is white, in the dark theme too, as shop pages are. */}
          <div className={`w-full rounded-4 border border-line bg-(--white) p-5 text-(--black) ${widths[width]}`}>
            <Drawn
              scriptUrl={sandbox ? data.scriptUrl : ownScript(data)}
              attributes={attributesOf(view, data.publicKey, amount ?? 0, preferences)}
            >
              <Waiting preferences={preferences} />
            </Drawn>
          </div>
          <Field label={t('preferences.preview.amount')} className="max-w-48">
            <MoneyInput value={amount} onChange={setAmount} />
          </Field>
          {settings().demo && (
            <p className="text-md">
              <a className={linkClass} target="_blank" rel="noopener" href={`/demo-shop?public_key=${data.publicKey}`}>
                {t('preferences.preview.demoShop')}
              </a>
            </p>
          )}
        </>
      )}
    </section>
  )
}

/** The provider's script is for sandbox mode only. */
const ownScript = ({ apiUrl, publicKey }: { apiUrl: string; publicKey: string | null }): string =>
  `${apiUrl}/widget.js?public_key=${publicKey}`

/** `children` are shown until the script has rendered the first plans. */
function Drawn({ scriptUrl, attributes, children }: { scriptUrl: string; attributes: Record<string, string>; children: ReactNode }) {
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    loadScript(scriptUrl).catch(() => setFailed(true))
  }, [scriptUrl])
  if (failed) return <p role="alert">{t('preferences.preview.failed')}</p>
  return <div {...attributes}>{children}</div>
}

/**
 * A skeleton of what this look shows on phones: title, offer, its cost and its example. Always a single element: the script removes it, and it must not
 * be removed twice.
 */
function Waiting({ preferences: { type, disabled, titleDefault, legalAdvice } }: { preferences: WidgetPreferences }) {
  const slow = useDelayed(true)
  return (
    <div hidden={disabled} className={slow ? '' : 'invisible'}>
      {titleDefault !== '' && <SkeletonLine width="50%" />}
      {(type === 'text' || type === 'select') && <SkeletonLine width="60%" />}
      {type === 'text' ? <SkeletonLine width="40%" /> : <Skeleton width={type === 'select' ? '60%' : '100%'} className="my-1 h-11" />}
      {[['90%'], legalAdvice ? ['96%', '90%', '94%', '98%', '92%', '97%', '91%', '30%'] : []].map((lines) => (
        <div key={lines.length} className="pt-1.5 text-sm">
          {lines.map((width) => (
            <SkeletonLine key={width} width={width} />
          ))}
        </div>
      ))}
    </div>
  )
}
