// Shell scripts are imported as text.
declare module "*.sh" {
  const text: string;
  export default text;
}
