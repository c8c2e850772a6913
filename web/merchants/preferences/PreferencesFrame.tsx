import type { ReactNode } from 'react'
import { t } from '../../platform/i18n/t.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Tabs } from '../../platform/ui/controls/Tabs.tsx'

type PreferencesTab = 'general' | 'product' | 'cart' | 'plugins' | 'webhooks' | 'developer'

type PreferencesFrameProps = { current: PreferencesTab; action?: ReactNode; children: ReactNode }

/** Title and tabs of the preferences; `current` is the open tab. */
export function PreferencesFrame({ current, action, children }: PreferencesFrameProps) {
  const { merchantId, flag, sandbox, may } = useMerchant()
  const hrefs: Record<PreferencesTab, string> = {
    general: paths.preferences(merchantId, flag),
    product: paths.preferencesWidgets(merchantId, 'product', flag),
    cart: paths.preferencesWidgets(merchantId, 'cart', flag),
    plugins: paths.preferencesPlugins(merchantId, flag),
    webhooks: paths.preferencesWebhooks(merchantId, undefined, flag),
    developer: paths.preferencesDeveloper(merchantId, flag),
  }
  const closed = new Set([...(may('webhookList') ? [] : ['webhooks']), ...(may('apiCallList') ? [] : ['developer'])])
  const tabs = (Object.entries(hrefs) as [PreferencesTab, string][]).filter(([name]) => !closed.has(name))
  return (
    <section aria-labelledby="preferences-title">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-4 md:min-h-13.5">
        <h1 id="preferences-title" className="mr-auto font-display text-title-lg leading-tight font-title tracking-tight">
          {t('preferences.title')}
        </h1>
        {sandbox && may('sandboxView') && <Button href={paths.scenarios(merchantId, flag)}>{t('lab.title')}</Button>}
        {action}
      </div>
      <Tabs
        label={t('preferences.parts')}
        tabs={tabs.map(([name, href]) => ({
          href,
          label: t(`preferences.tab.${name === 'general' && !may('keyList') ? 'limits' : name}`),
          current: name === current,
        }))}
      />
      <div className="pt-7 pb-10 max-md:pt-5 max-md:pb-0">{children}</div>
    </section>
  )
}
