import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { withLanguage } from '../../platform/calls/messages.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import { withPictures } from '../../platform/brand/emailPictures.ts'
import { composeEmail } from '../../platform/emails/composeEmail.ts'
import { samples } from './samples.ts'

/** The e-mails that go out, with their subjects. */
export const emailSampleList: ConsoleHandler<'emailSampleList'> = async ({ query: { language }, services: { config } }) =>
  withLanguage(language, () => ({
    emails: samples.map(({ name, group, write }) => ({ name, group, subject: write(config).subject })),
  }))

const darkTheme = '(prefers-color-scheme:dark)'

/** An e-mail as it goes out; its theme is the one asked for, whatever the browser's. */
export const emailSampleView: ConsoleHandler<'emailSampleView'> = async ({ params, query: { language, as }, services: { config } }) => {
  const sample = samples.find(({ name }) => name === params.sample)
  if (!sample) throw notFound(params.sample)
  const { html, text } = withLanguage(language, () => composeEmail(sample.write(config), config))
  const page = as === 'text' ? text : withPictures(html, config.brand.pictures).replaceAll(darkTheme, as === 'dark' ? 'all' : 'not all')
  return {
    download: whole(page),
    fileName: `${sample.name}-${language}.${as === 'text' ? 'txt' : 'html'}`,
    mediaType: as === 'text' ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
    framed: true,
  }
}

async function* whole(page: string): AsyncGenerator<string> {
  yield page
}
