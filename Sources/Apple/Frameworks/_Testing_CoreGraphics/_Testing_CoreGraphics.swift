// The compiler asks for a module of this name where a file imports both Testing and
// CoreGraphics: on Apple's platforms it makes attachments of pictures. Here it is empty.
