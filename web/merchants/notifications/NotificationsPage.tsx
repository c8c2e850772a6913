import { t } from '../../platform/i18n/t.ts'
import { RetryBanner } from '../../platform/feedback/RetryBanner.tsx'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Skeleton } from '../../platform/ui/tables/Skeleton.tsx'
import { useDelayed } from '../../platform/ui/feedback/useDelayed.ts'
import { DevicePush } from './DevicePush.tsx'
import { NoticeTypes } from './NoticeTypes.tsx'
import { QuietHours } from './QuietHours.tsx'
import { SettingsHead } from '../../platform/frame/SettingsHead.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { noticeSettingsRead, useNoticeSettings } from './useNoticeSettings.ts'

/** Starts the read before the page is rendered. */
function loader({ queryClient }: LoaderContext): void {
  void queryClient.prefetchQuery(noticeSettingsRead())
}

/** Notification types, channels and quiet hours: each change is saved at once. */
function Notifications() {
  const { read, saving, save } = useNoticeSettings()
  const slow = useDelayed(read.isPending && !read.isError)
  const shown = read.data
  return (
    <section aria-labelledby="notifications-title" className="grid max-w-[640px] gap-8" aria-busy={saving || undefined}>
      <SettingsHead id="notifications-title" title={t('shell.bell.title')} lead={t('settings.notifications.about')} />
      {read.isError && !shown && (
        <RetryBanner title={t('settings.notifications.failed')} error={read.error} onRetry={() => void read.refetch()} />
      )}
      {!shown && slow && <Loading />}
      {shown && (
        <div className="grid gap-9 max-md:gap-7">
          <DevicePush push={shown.push} />
          <FormSection title={t('settings.notifications.emails')}>
            {(['digest', 'weekly'] as const).map((name) => (
              <Checkbox
                key={name}
                label={t(`settings.notifications.${name}`)}
                help={t(`settings.notifications.${name}.about`)}
                checked={shown[name]}
                onChange={() => void save({ [name]: !shown[name] }, { ...shown, [name]: !shown[name] })}
              />
            ))}
            <QuietHours quiet={shown.quiet} onChange={(quiet) => void save({ quiet }, { ...shown, quiet })} />
          </FormSection>
          <FormSection title={t('settings.notifications.types')} about={t('settings.notifications.always')}>
            <NoticeTypes
              choices={shown.choices}
              devices={shown.push.here || shown.push.elsewhere > 0}
              onChange={(choice) =>
                void save(
                  { choices: [choice] },
                  { ...shown, choices: shown.choices.map((one) => (one.type === choice.type ? choice : one)) },
                )
              }
            />
          </FormSection>
        </div>
      )}
    </section>
  )
}

function Loading() {
  return (
    <div className="grid gap-5" aria-busy>
      {[220, 300, 260, 280].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}

export const NotificationsPage: Screen = { component: Notifications, loader }
