import React from "react";
import { usePluginData } from "@docusaurus/useGlobalData";

// A state of ULP Lab: the copy that serve/render made of the link.
export default function UlpLab({ link }) {
  const html = usePluginData("ulplab")[link];
  if (!html) {
    throw new Error("serve/render made no copy of " + link);
  }
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
