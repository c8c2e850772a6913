/** The drawing that is built in, as paths in a square of 26 units. Its colours are the page's. */
export type BuiltMark = { cloth: string; stripes: string; front: string }

/** A brand's name as a picture, with the size of its file in pixels. `darkSrc`: the one for the dark theme, if there is one. */
export type BrandLogo = { src: string; darkSrc: string | null; width: number; height: number }

/** How a brand is drawn on pages. Either `mark` or `icon` is set: a brand with an icon of its own shows nothing of the built drawing. */
export type BrandLook = {
  mark: BuiltMark | null
  /** Address of a square picture. */
  icon: string | null
  /** Where there is none, the icon stands beside the name. */
  logo: BrandLogo | null
  /** Address of the icon of a browser's tab in test mode; empty: the tab keeps its icon. */
  sandboxIcon: string
}
