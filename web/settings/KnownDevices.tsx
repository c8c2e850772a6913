import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { meDeviceForget, meDeviceForgetAll, type KnownDevice } from '#contract/security'
import { write } from '../api/write.ts'
import { date, nearTime } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { failureWords } from '../shell/failureWords.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Flag } from '../ui/Flag.tsx'
import { DeviceIcon, deviceName } from './OpenSessions.tsx'
import { devicesRead } from './securityReads.ts'
import { SectionState } from './SectionState.tsx'
import { SettingsSection } from './SettingsSection.tsx'

/** Browsers from which one has signed in before, and the end of that: the next sign-in from there is one from a new device. */
export function KnownDevices() {
  const client = useQueryClient()
  const devices = useQuery(devicesRead())
  const { data } = devices
  const read = () => client.invalidateQueries({ queryKey: devicesRead().queryKey })
  const forgetAll = useMutation({
    mutationFn: () => write(meDeviceForgetAll, { mode: 'live' }),
    onSuccess: ({ forgotten }) => showToast(t('settings.devices.forgotten', { count: forgotten })),
    onSettled: read,
  })
  return (
    <SettingsSection
      title={t('settings.devices')}
      about={t('settings.devices.about')}
      action={
        data &&
        data.length > 1 && (
          <Button busy={forgetAll.isPending} busyLabel={t('settings.devices.forgetting')} onClick={() => forgetAll.mutate()}>
            {t('settings.devices.forgetAll')}
          </Button>
        )
      }
    >
      {forgetAll.isError && (
        <Banner tone="error" live>
          {failureWords(forgetAll.error)}
        </Banner>
      )}
      <SectionState read={devices} widths={[220, 160]} />
      {data && data.length > 0 && (
        <ul aria-label={t('settings.devices')} className="border-t border-line">
          {data.map((device) => (
            <DeviceRow key={device.id} device={device} onForgotten={read} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <p className="text-md text-ink-3">{t('settings.devices.none')}</p>}
    </SettingsSection>
  )
}

function DeviceRow({ device, onForgotten }: { device: KnownDevice; onForgotten: () => Promise<void> }) {
  const { id, present, lastUsed, created, system } = device
  const name = deviceName(device)
  const forget = useMutation({
    mutationFn: () => write(meDeviceForget, { params: { deviceId: id }, mode: 'live' }),
    onSuccess: () => showToast(t('settings.devices.forgotten', { count: 1 })),
    onSettled: onForgotten,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-4">
      <DeviceIcon system={system} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {name}
          {present && <Flag>{t('settings.devices.present')}</Flag>}
        </p>
        <p className="text-sm text-ink-3">{t('settings.devices.used', { time: nearTime(lastUsed), since: date(created) })}</p>
        {forget.isError && (
          <p role="alert" className="mt-1 text-sm text-danger-ink">
            {failureWords(forget.error)}
          </p>
        )}
      </div>
      <Button
        size="small"
        aria-label={t('settings.devices.forgetOne', { device: name })}
        busy={forget.isPending}
        busyLabel={t('settings.devices.forgetting')}
        onClick={() => forget.mutate()}
      >
        {t('settings.devices.forget')}
      </Button>
    </li>
  )
}
