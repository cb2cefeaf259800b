/** The style sheets that a module imports, joined (workshop/build/imported-styles.ts). */
declare module '*?styles' {
  const styles: string
  // biome-ignore lint/style/noDefaultExport: like every import of a file's contents
  export default styles
}

/** A module bundled as one classic script, to be inlined (workshop/build/inline-script.ts). */
declare module '*?script' {
  const script: string
  // biome-ignore lint/style/noDefaultExport: like every import of a file's contents
  export default script
}
