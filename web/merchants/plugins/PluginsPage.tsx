import { useQuery } from '@tanstack/react-query'
import type { connectionView } from '#contract/merchants/preferences'
import type { AnswerOf } from '#contract/platform/endpoint'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { ReadState } from '../../platform/requests/ReadState.tsx'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { useAddress } from '../../platform/routes/useAddress.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { CopyLine } from './CopyLine.tsx'
import { GoLiveSection } from './GoLiveSection.tsx'
import { agoText } from '../keys/keyText.ts'
import { containerLine, platforms, policyLine, scriptLine, type Platform } from './plugins.ts'
import { connectionRead, goLiveRead } from '../preferences/preferenceReads.ts'
import { PluginSection } from './PluginSection.tsx'
import { PreferencesFrame } from '../preferences/PreferencesFrame.tsx'
import { WidgetCheck } from './WidgetCheck.tsx'

type Connection = AnswerOf<typeof connectionView>

/** Starts the read before the page is rendered. */
function loader({ params, queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(connectionRead(params['merchantId'] ?? ''))
}

/** How to integrate the widget into a shop of each platform, with the merchant's own values filled in. */
function Plugins() {
  const { merchantId, may } = useMerchant()
  const read = useQuery(connectionRead(merchantId))
  const seesSteps = may('goLive')
  const steps = useQuery({ ...goLiveRead(merchantId), enabled: seesSteps })
  const { data } = read
  // The merchant’s progress is above everything else and as tall as its steps.
  const isWhole = data && (!seesSteps || steps.isFetched)
  return (
    <PreferencesFrame current="plugins">
      {isWhole ? (
        <Known connection={data} />
      ) : (
        <ReadState read={{ ...read, data: isWhole }} failed={t('preferences.failed.connection')} loading={t('preferences.loading')}>
          <Skeleton width={180} className="h-5" />
          {[320, 280, 340, 300, 260, 310].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </ReadState>
      )}
    </PreferencesFrame>
  )
}

function Known({ connection }: { connection: Connection }) {
  const { merchantId, may, flag } = useMerchant()
  const { search } = useAddress()
  const all = Object.keys(platforms) as Platform[]
  const chosen = all.find((one) => one === search['plugin']) ?? 'html'
  const plugin = connection.plugins.find(({ platform }) => platform === chosen)
  const hrefOf = (one: Platform) => paths.preferencesPlugins(merchantId, { plugin: one, ...flag })
  return (
    <div className="grid gap-11 max-md:gap-6">
      {may('goLive') && <GoLiveSection />}
      {connection.publicKey === null && (
        <Banner
          tone="warning"
          title={t('preferences.plugins.noKey')}
          action={
            may('keyRenew') && (
              <Button size="small" href={paths.preferences(merchantId, { dialog: 'renew-public', ...flag })}>
                {t('preferences.preview.makeKey')}
              </Button>
            )
          }
        />
      )}
      <FormSection
        title={t('preferences.plugins.title')}
        fold={t(`preferences.platform.${chosen}`)}
        isOpen={search['plugin'] !== undefined}
      >
        <p className="max-w-[68ch] text-md text-ink-2">{t('preferences.plugins.about')}</p>
        <nav aria-label={t('preferences.plugins.platform')} className="flex flex-wrap gap-2">
          {all.map((one) => (
            <Anchor
              key={one}
              href={hrefOf(one)}
              aria-current={one === chosen ? 'true' : undefined}
              className={`inline-flex min-h-9 items-center rounded-full border px-3.5 text-md max-md:min-h-11 ${one === chosen ? 'border-accent bg-accent-soft font-medium text-accent-ink' : 'border-line-strong text-ink-2 hover:bg-hover'}`}
            >
              {t(`preferences.platform.${one}`)}
            </Anchor>
          ))}
        </nav>
        <ol className="grid max-w-[820px] list-decimal gap-5 pl-5 text-md marker:text-ink-3">
          <li>{t(`preferences.place.${chosen}`)}</li>
          <li>
            <p className="pb-2">{t('preferences.step.script')}</p>
            <CopyLine name={t('preferences.step.script.name')} text={scriptLine(connection)} />
          </li>
          <li>
            <p className="pb-2">{t('preferences.step.container')}</p>
            <CopyLine name={t('preferences.step.container.name')} text={containerLine(settings().brand.vendor, chosen)} />
            <p className="pt-2 text-sm text-ink-3">{t('preferences.step.price')}</p>
            <p className="pt-2 text-sm text-ink-3">{t('preferences.step.language', { codes: settings().languages.join(', ') })}</p>
          </li>
          <li>
            <p className="pb-2">{t('preferences.step.policy')}</p>
            <CopyLine name={t('preferences.step.policy.name')} text={policyLine(connection)} />
          </li>
          <li>{t('preferences.step.look')}</li>
        </ol>
      </FormSection>
      {plugin && <PluginSection plugin={plugin} connection={connection} />}
      {may('widgetCheck') && <WidgetCheck />}
      {!plugin && <Values connection={connection} />}
    </div>
  )
}

/** The settings of a plugin. */
function Values({ connection: { apiUrl, publicKey, privateKey, lastSeen } }: { connection: Connection }) {
  const { merchantId, may, flag } = useMerchant()
  const now = useRealNow()
  return (
    <FormSection title={t('preferences.values.title')} fold="">
      <p className="max-w-[68ch] text-md text-ink-2">{t('preferences.values.about')}</p>
      <div className="grid max-w-[820px] gap-4 text-md">
        <div className="grid gap-1.5">
          <p className="text-sm font-medium text-ink-2">{t('preferences.values.api')}</p>
          <CopyLine name={t('preferences.values.api')} text={apiUrl} />
        </div>
        {publicKey !== null && (
          <div className="grid gap-1.5">
            <p className="text-sm font-medium text-ink-2">{t('preferences.key.public')}</p>
            <CopyLine name={t('preferences.key.public')} text={publicKey} />
          </div>
        )}
        <div className="grid gap-1.5">
          <p className="text-sm font-medium text-ink-2">{t('preferences.key.private')}</p>
          <p>
            {t(privateKey ? 'preferences.values.privateKept' : 'preferences.values.privateNone')}{' '}
            {may('keyList') && (
              <Anchor href={paths.preferences(merchantId, flag)} className={linkClass}>
                {t('preferences.values.keys')}
              </Anchor>
            )}
          </p>
        </div>
        <p className="text-ink-3">
          {lastSeen === null
            ? t('preferences.values.neverSeen')
            : t('preferences.values.lastSeen', {
                ago: agoText(lastSeen.at, now),
                client: lastSeen.client ?? t('preferences.values.unknownClient'),
              })}
        </p>
      </div>
    </FormSection>
  )
}

export const PluginsPage: Screen = { component: Plugins, loader }
