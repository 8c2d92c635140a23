// Style sheets, which Vite bundles. Those of a module name their classes.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}
declare module '*.css'
