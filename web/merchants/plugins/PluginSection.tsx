import type { connectionView } from '#contract/merchants/preferences'
import type { AnswerOf } from '#contract/platform/endpoint'
import { isOlder } from '#domain/merchants/plugin'
import { requestMode } from '../../platform/api/requestMode.ts'
import { t } from '../../platform/i18n/t.ts'
import { useRealNow } from '../../platform/requests/useRealNow.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { buttonClass } from '../../platform/ui/controls/buttonClass.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { linkClass } from '../../platform/ui/controls/linkClass.ts'
import { CopyLine } from './CopyLine.tsx'
import { agoText } from '../keys/keyText.ts'

type Connection = AnswerOf<typeof connectionView>
export type Plugin = Connection['plugins'][number]

/** A platform’s plugin: the installed version, the latest one, and its setup with the merchant's own values. */
export function PluginSection({ plugin, connection }: { plugin: Plugin; connection: Connection }) {
  const { merchantId, may, flag } = useMerchant()
  const now = useRealNow()
  const { platform, installed, latest, seenAt, download } = plugin
  const { apiUrl, publicKey, privateKey } = connection
  const values = [
    { name: t('preferences.values.api'), text: apiUrl },
    ...(publicKey === null ? [] : [{ name: t('preferences.key.public'), text: publicKey }]),
  ]
  return (
    <FormSection title={t('preferences.plugin.title', { platform: t(`preferences.platform.${platform}`) })} fold={installed ?? ''}>
      <div className="grid max-w-[820px] gap-4">
        <DefinitionList
          items={[
            { term: t('preferences.plugin.installed'), value: installedText(plugin, now) },
            ...(latest === null ? [] : [{ term: t('preferences.plugin.latest'), value: latest }]),
          ]}
        />
        {installed !== null && latest !== null && <Age installed={installed} latest={latest} />}
      </div>
      <ol className="grid max-w-[820px] list-decimal gap-5 pl-5 text-md marker:text-ink-3">
        <li>
          <p>{t(`preferences.plugin.install.${platform}`)}</p>
          {download !== null && (
            <p className="pt-2">
              <Anchor href={download} download className={buttonClass('outlined', 'small')}>
                {t('preferences.plugin.download')}
              </Anchor>
            </p>
          )}
        </li>
        {/* A file of ours knows these values, and the mode by the key. */}
        {download === null && (
          <li>
            <p className="pb-2">{t('preferences.plugin.paste')}</p>
            <div className="grid gap-3">
              {values.map(({ name, text }) => (
                <div key={name} className="grid gap-1.5">
                  <p className="text-sm font-medium text-ink-2">{name}</p>
                  <CopyLine name={name} text={text} />
                </div>
              ))}
            </div>
          </li>
        )}
        <li>
          {t(privateKey ? 'preferences.plugin.private' : 'preferences.plugin.privateNone')}{' '}
          {may('keyList') && (
            <Anchor href={paths.preferences(merchantId, flag)} className={linkClass}>
              {t('preferences.values.keys')}
            </Anchor>
          )}
        </li>
        {download === null && <li>{t(`preferences.plugin.mode.${requestMode()}`)}</li>}
        {seenAt === null && <li>{t('preferences.plugin.check')}</li>}
      </ol>
    </FormSection>
  )
}

function Age({ installed, latest }: { installed: string; latest: string }) {
  if (isOlder(installed, latest)) return <Banner tone="warning">{t('preferences.plugin.old', { latest })}</Banner>
  return <p className="text-md text-ink-2">{t('preferences.plugin.current')}</p>
}

function installedText({ installed, seenAt }: Plugin, now: Date): string {
  if (seenAt === null) return t('preferences.plugin.unseen')
  return `${installed ?? t('preferences.plugin.unknown')} · ${t('preferences.plugin.seen', { ago: agoText(seenAt, now) })}`
}
