/** The part of Eleventy that is used here: the package has no types. */
declare module '@11ty/eleventy' {
  type Settings = {
    setTemplateFormats(formats: string[]): void
    addPlugin(plugin: unknown, options?: object): void
    addPreprocessor(name: string, kind: 'md', change: (data: unknown, text: string) => string): void
    amendLibrary(name: 'md', amend: (markdown: { enable(rule: string): unknown }) => unknown): void
  }
  export class Eleventy {
    constructor(input: string, output: string, options: { quietMode: boolean; config: (settings: Settings) => void })
    toJSON(): Promise<{ inputPath: string; content: string }[]>
  }
  export const IdAttributePlugin: unknown
}
